// Writes docs/reference/settings.md and .env.example from the list of settings.

/** A value as it is written in an environment variable. */
const written = (value) => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? '' : String(value);
};

const codeOf = (value) => (value === '' ? '–' : `\`${value}\``);

function defaultOf(setting) {
  const { byDefault, onDevnet, defaultWords } = setting;
  if (defaultWords !== undefined) return defaultWords;
  const usual = codeOf(written(byDefault));
  return 'onDevnet' in setting ? `${usual}, on devnet ${codeOf(written(onDevnet))}` : usual;
}

const row = (name, setting) =>
  `| \`${name}\` | ${defaultOf(setting)} | ${setting.about} | ${setting.form.wanted.replaceAll('<', '\\<')} |`;

const table = ([title, settings]) =>
  [
    `## ${title}`,
    '',
    '| Variable | Default | What it does | Must be |',
    '| --- | --- | --- | --- |',
    ...Object.entries(settings).map(([name, setting]) => row(name, setting)),
  ].join('\n');

const INTRODUCTION = `# Settings

Sluice reads its settings from environment variables when it starts. An empty variable counts as absent.

A start with a value that cannot be used, or with a \`SLUICE_…\` that is no setting, ends with exit code 1 and one message that
names every such variable, the value received (never that of a secret) and what would be right.

Node reads variables from a file: copy \`.env.example\` to \`.env\`, keep the lines that you need, and start with
\`node --env-file=.env dist/sluice.js\`. What the environment has already wins over the file.

This page and \`.env.example\` are made from the list that the program reads.`;

/** Table rows for the settings of the core. Names in a group of settings begin with the group's name. */
const coreRows = (settings, prefix = '') =>
  Object.entries(settings).flatMap(([name, setting]) => {
    if (setting.about === undefined) return coreRows(setting, `${prefix}${name}.`);
    const { byDefault, env, about } = setting;
    const value = typeof byDefault === 'function' ? '' : written(byDefault);
    return [`| \`${prefix}${name}\` | ${codeOf(value)} | ${env === undefined ? about : codeOf(env)} |`];
  });

const LIBRARY = `## Settings of the library

\`createCore\` and \`startSluice\` ([embedding](../how-to/embed.md)) take these as \`settings\`; they read no variable. What a
setting does is above, beside its variable.

| Setting | Default | Variable of the server, or what it does |
| --- | --- | --- |`;

/** The page about these groups of settings (titles, and settings by variable) and about the settings of the core. */
export const settingsPage = (groups, core) =>
  [INTRODUCTION, ...Object.entries(groups).map(table), [LIBRARY, ...coreRows(core)].join('\n')].join('\n\n') +
  '\n';

/** Text of Markdown, without its links and marks of code. */
export const plain = (markdown) => markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

const example = ([name, setting]) =>
  [
    `# ${plain(setting.about)}`,
    ...(setting.defaultWords === undefined ? [] : [`# default: ${setting.defaultWords}`]),
    `#${name}=${written(setting.byDefault)}`,
  ].join('\n');

/** An example of a settings file: every setting with its default, commented out. */
export const envExample = (groups) =>
  [
    '# Settings of Sluice with their defaults: docs/reference/settings.md explains them. Use: node --env-file=.env dist/sluice.js',
    ...Object.entries(groups).map(([title, settings]) =>
      [`## ${title}`, ...Object.entries(settings).map(example)].join('\n\n'),
    ),
  ].join('\n\n') + '\n';
