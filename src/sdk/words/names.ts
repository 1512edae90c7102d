/** Characters that change the direction of text, or are invisible: a name with them could pass for another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;
const MOST = 80;

/** A stranger's name as one line, without invisible characters, cut at 80 characters. */
export function oneLine(name: string, most = MOST): string {
  const clean = name.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim();
  const characters = [...clean.slice(0, most * 4)];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : clean;
}

/** A long id in short form, with both ends: `SP2ZN…4GKV`. A contract's name stays whole up to 24 characters. */
export function shortId(id: string): string {
  const [address = '', name] = id.split('.', 2);
  const short = address.length > 14 ? `${address.slice(0, 5)}…${address.slice(-4)}` : address;
  return name === undefined ? short : `${short}.${oneLine(name, 24)}`;
}
