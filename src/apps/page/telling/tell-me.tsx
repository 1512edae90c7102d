import { useSignal } from '@preact/signals';
import { Button } from '../parts/button.js';
import { permission } from './announce.js';

/** Button that asks the browser for notifications, for visitors who look elsewhere; nothing once they have decided. */
export function TellMe() {
  const state = useSignal(permission());
  if (state.value !== 'default') return null;
  const ask = async () => (state.value = await Notification.requestPermission());
  return (
    <Button
      title="A notification of fills, failures and alerts while you look elsewhere"
      onClick={() => void ask()}
    >
      Notify me
    </Button>
  );
}
