import type { Command } from 'commander';
import { VARIABLES } from '../../server/settings/index.js';

/** If an unknown option resembles a setting, makes the error say that settings are environment variables. */
export function namesSettings(each: Command): Command {
  const refuse = each.error.bind(each);
  each.error = (message, options) => {
    const flag = options?.code === 'commander.unknownOption' ? /'--([\w-]+)/.exec(message)?.[1] : undefined;
    const setting = flag && settingOf(flag);
    if (!setting) return refuse(message, options);
    return refuse(
      `${message.trimEnd()}\n(set it in the environment: ${setting}=… sluice ${each.name()})`,
      options,
    );
  };
  return each;
}

/** Name of the setting that the option resembles, with or without the prefix. */
function settingOf(flag: string): string | undefined {
  const name = flag.toUpperCase().replaceAll('-', '_');
  return [name, `SLUICE_${name}`].find((each) => Object.hasOwn(VARIABLES, each));
}
