import type { LogoPictures, LogoSize, TokenLogo } from '../../domain/metadata-record/token-logo.js';
import type { StoredPicture, TokenLogoRepository } from '../../ports/token-logos.js';
import type { Session } from './tables.js';

export class InMemoryTokenLogoRepository implements TokenLogoRepository {
  constructor(private readonly session: Session) {}

  all(): Promise<readonly TokenLogo[]> {
    return this.session.read(({ tokenLogos }) => [...tokenLogos.values()].map(({ logo }) => logo));
  }

  picture(contractId: string, size: LogoSize): Promise<StoredPicture | undefined> {
    return this.session.read(({ tokenLogos }) => {
      const { logo, pictures } = tokenLogos.get(contractId) ?? {};
      if (logo?.tag === undefined || pictures === undefined) return undefined;
      return { png: pictures[size], tag: logo.tag };
    });
  }

  save(logo: TokenLogo, pictures?: LogoPictures): Promise<void> {
    const copy = structuredClone({ logo, pictures });
    return this.session.write(({ tokenLogos }) => {
      const kept = logo.tag === undefined ? undefined : tokenLogos.get(logo.contractId)?.pictures;
      tokenLogos.set(logo.contractId, { ...copy, pictures: copy.pictures ?? kept });
    });
  }
}
