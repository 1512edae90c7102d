import { isObject } from '../domain/shared/fields.js';
import { meantBy, refuseOptions, shown, wrongOption, wrongValue } from '../domain/shared/option-checks.js';
import { isSetting, type CheckedSetting, type Table } from './setting.js';
import { SETTINGS, type CoreSettings } from './settings.js';

/**
 * Checks what no compiler checks in an untyped program: a misspelt or non-numeric limit would limit nothing.
 *
 * @throws RangeError that names each unusable setting, its value and the requirement.
 */
export function checkSettings(settings: CoreSettings): void {
  refuseOptions(settingProblems(settings));
}

/** Lists the problems with settings. Absent ones have their defaults. */
export const settingProblems = (settings: object): readonly string[] =>
  problemsOf(settings, SETTINGS, 'the setting ', (name) => `unknown option settings.${name}`);

function problemsOf(
  values: object,
  table: Table<CheckedSetting>,
  prefix: string,
  unknown: (name: string) => string,
): readonly string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const row = Object.hasOwn(table, name) ? table[name] : undefined;
    const label = `${prefix}${name}`;
    if (row === undefined) return [`${unknown(name)}; ${meantBy(name, Object.keys(table))}`];
    if (isSetting(row))
      return (row.byDefault === undefined ? wrongOption : wrongValue)(label, value, row.check);
    if (!isObject(value)) return [`${label} must be an object, not ${shown(value)}`];
    return problemsOf(value, row, `${label}.`, (field) => `${label} has no ${field}`);
  });
}
