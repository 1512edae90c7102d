/** Scripts of each view by its name in the address, relative to the page; set when the page is bundled. */
declare const VIEW_FILES: Readonly<Record<string, readonly string[]>>;

const [name = ''] = location.hash.replace(/^#\/?/, '').split(/[/?]/, 1);
for (const file of VIEW_FILES[name === '' ? 'markets' : name] ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

export {};
