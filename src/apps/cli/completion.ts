import type { Command } from 'commander';
import { pathOf } from './tree/command.js';

type Shell = 'bash' | 'zsh' | 'fish';

/** A word that completes a command line, and its meaning. */
type Word = readonly [text: string, meaning: string];

/** Words that can follow a command. */
interface Place {
  /** The command's words, each after a space; empty for the program. */
  readonly path: string;
  /** Subcommands, and the values of an argument that accepts only certain ones. */
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
}

/** A script for the shell. It contains the program's current commands, so pressing a key runs nothing. */
export const completionFor = (shell: Shell, program: Command): string => SCRIPTS[shell](placesOf(program));

function placesOf(each: Command): readonly Place[] {
  const helper = each.createHelp();
  const commands = [
    ...helper.visibleCommands(each).map((child): Word => [child.name(), child.summary()]),
    ...each.registeredArguments.flatMap(({ argChoices = [] }) =>
      argChoices.map((choice): Word => [choice, '']),
    ),
  ];
  const options = helper
    .visibleOptions(each)
    .map((option): Word => [option.long ?? option.flags, option.description]);
  const path = pathOf(each)
    .map((word) => ` ${word}`)
    .join('');
  return [{ path, commands, options }, ...each.commands.flatMap(placesOf)];
}

/** The text in single quotes, which every shell takes literally. */
const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`;

const wordsOf = ({ commands, options }: Place) => [...commands, ...options].map(([text]) => text).join(' ');

/** Paths of all commands, as patterns for `case`. */
const pathsOf = (places: readonly Place[]) =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|');

const bash = (places: readonly Place[]): string => `# bash completion of sluice
_sluice() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathsOf(places)}) at="$at $word" ;;
    esac
  done
  local words=''
  case "$at" in
${places.map((place) => `    ${quoted(place.path)}) words=${quoted(wordsOf(place))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _sluice sluice
`;

const described = ([text, meaning]: Word) =>
  quoted(meaning === '' ? text : `${text}:${meaning.replaceAll(':', '\\:')}`);

const zsh = (places: readonly Place[]): string => `#compdef sluice
_sluice() {
  local at='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${pathsOf(places)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${places
  .map(
    ({ path, commands, options }) =>
      `    ${quoted(path)}) found=(${[...commands, ...options].map(described).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe 'sluice' found
  _files
}
if [ "$funcstack[1]" = '_sluice' ]; then _sluice "$@"; else compdef _sluice sluice; fi
`;

const fish = (places: readonly Place[]): string => `# fish completion of sluice
function __sluice_at
    set -l at ''
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$at $word"
            case ${places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${places
  .flatMap(({ path, commands, options }) => {
    const start = `complete -c sluice -n ${quoted(`__sluice_at "${path}"`)}`;
    return [
      ...commands.map(([name, meaning]) => `${start} -f -a ${name} -d ${quoted(meaning)}`),
      ...options.map(([flag, meaning]) => `${start} -l ${flag.replace(/^--/, '')} -d ${quoted(meaning)}`),
    ];
  })
  .join('\n')}
`;

const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish };
