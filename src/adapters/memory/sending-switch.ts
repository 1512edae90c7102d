import type { SwitchPosition } from '../../domain/order/evaluation/brakes.js';
import type { SendingSwitch } from '../../ports/sending-switch.js';
import type { Session } from './tables.js';

const ONLY = 'sending';

export class InMemorySendingSwitch implements SendingSwitch {
  constructor(private readonly session: Session) {}

  position(): Promise<SwitchPosition | undefined> {
    return this.session.read(({ sendingSwitch }) => sendingSwitch.get(ONLY));
  }

  set(position: SwitchPosition): Promise<void> {
    const copy = structuredClone(position);
    return this.session.write(({ sendingSwitch }) => void sendingSwitch.set(ONLY, copy));
  }
}
