import { EQUIVALENT } from './equivalent.js';

const FOLDER = /^src\/domain\/((?:order|router)\/)?[^/]+/u;
const DETECTED = new Set(['Killed', 'Timeout']);
const ALIVE = new Set(['Survived', 'NoCoverage']);

/** One line: the first of its mutated lines, what it was, and what replaces it. */
function textOf({ location: { start, end }, replacement = '' }, lines) {
  const slice = lines.slice(start.line - 1, end.line);
  slice[slice.length - 1] = slice.at(-1).slice(0, end.column - 1);
  slice[0] = slice[0].slice(start.column - 1);
  return `${lines[start.line - 1].trim()} | ${shortened(slice.join(' '))} → ${shortened(replacement)}`;
}

function shortened(code) {
  const line = code.replaceAll(/\s+/gu, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-15)}` : line;
}

/** The texts of `all` that `known` lacks; one that occurs twice must be known twice. */
function without(all, known) {
  const left = [...known];
  return all.filter((text) => {
    const place = left.indexOf(text);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/** Prints the score of each room, and fails if a mutant lives that `equivalent.js` does not name. */
class SurvivorsReporter {
  static inject = [];

  onMutationTestReportReady({ files }) {
    const rooms = new Map();
    const problems = [];
    for (const [file, { source, mutants }] of Object.entries(files)) {
      const lines = source.split('\n');
      const alive = mutants.filter(({ status }) => ALIVE.has(status)).map((mutant) => textOf(mutant, lines));
      const named = (EQUIVALENT[file] ?? []).flatMap(({ mutants }) => mutants);
      problems.push(...without(alive, named).map((text) => `lives, and is not named: ${file}: ${text}`));
      for (const text of without(named, alive)) console.warn(`is named, and did not live: ${file}: ${text}`);
      const [room] = FOLDER.exec(file) ?? [file];
      const sums = rooms.get(room) ?? { killed: 0, named: 0, alive: 0, static: 0 };
      sums.killed += mutants.filter(({ status }) => DETECTED.has(status)).length;
      sums.static += mutants.filter((mutant) => mutant.static).length;
      sums.named += named.length;
      sums.alive += alive.length;
      rooms.set(room, sums);
    }
    const score = ({ killed, alive }) => ({ score: `${((100 * killed) / (killed + alive)).toFixed(1)}%` });
    console.table(Object.fromEntries([...rooms].map(([room, sums]) => [room, { ...sums, ...score(sums) }])));
    if (problems.length === 0) return;
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: SurvivorsReporter }];
