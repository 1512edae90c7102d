/** A piece of a JSON document: an item of a list, or a field of the outermost object, without that object's braces. */
export interface Piece {
  readonly kind: 'item' | 'field';
  /** JSON text; undefined if it is too long. */
  readonly text: string | undefined;
}

export interface SplitRules {
  /** Fields of the outermost object that are split into their items. */
  readonly lists: ReadonlySet<string>;
  /** Maximum length of a piece, in UTF-16 units. */
  readonly longest: number;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const LIST_NAME = /^\s*"([^"\\]*)"\s*:\s*$/;

/**
 * Splits a JSON document, received in chunks, into pieces that are small enough to parse: the items of a list, or the fields of an
 * object. Only finds where pieces end; whether they are JSON is left to the parser.
 */
export class DocumentSplitter {
  private depth = 0;
  /** Nesting depth at which pieces are found; 0 before the document begins. */
  private pieceDepth = 0;
  private kind: Piece['kind'] = 'item';
  private ended = false;
  private inString = false;
  private escaped = false;
  /** The current piece so far. */
  private held = '';
  private tooLong = false;

  constructor(private readonly rules: SplitRules) {}

  /**
   * Returns the pieces that end in this chunk.
   *
   * @throws if the document is neither a list nor an object, or if there is more than one.
   */
  push(chunk: string): Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const char = chunk.charCodeAt(at);
      if (this.skipString(char)) continue;
      if (char === OPEN_LIST || char === OPEN_OBJECT) {
        if (this.open(char, chunk.slice(from, at))) from = at + 1;
      } else if (this.endsPiece(char)) {
        pieces.push(...this.take(chunk.slice(from, at)));
        if (char !== COMMA) this.leave();
        from = at + 1;
      }
    }
    this.hold(chunk.slice(from));
    return pieces;
  }

  /** @throws if the document is incomplete. */
  end(): void {
    if (!this.ended) throw new Error('is not a complete JSON list or object');
    this.requireBlank('');
  }

  /** Returns whether the character is part of a string, quotes included. */
  private skipString(char: number): boolean {
    if (!this.inString) {
      this.inString = char === QUOTE;
      return this.inString;
    }
    if (this.escaped) this.escaped = false;
    else if (char === BACKSLASH) this.escaped = true;
    else if (char === QUOTE) this.inString = false;
    return true;
  }

  /** Enters a list or an object. Returns whether its items or fields are pieces. */
  private open(char: number, before: string): boolean {
    this.depth += 1;
    if (this.depth === 1) {
      this.requireBlank(before);
      this.kind = char === OPEN_LIST ? 'item' : 'field';
    } else if (this.depth === 2 && this.kind === 'field' && char === OPEN_LIST && this.isList(before)) {
      this.kind = 'item';
    } else return false;
    this.pieceDepth = this.depth;
    this.held = '';
    return true;
  }

  private isList(before: string): boolean {
    const name = LIST_NAME.exec(this.held + before)?.[1];
    return name !== undefined && this.rules.lists.has(name);
  }

  private endsPiece(char: number): boolean {
    if (char === COMMA) return this.pieceDepth > 0 && this.depth === this.pieceDepth;
    if (char !== CLOSE_LIST && char !== CLOSE_OBJECT) return false;
    this.depth -= 1;
    if (this.depth < 0) throw new Error('is not a JSON list or object');
    return this.depth === this.pieceDepth - 1;
  }

  private leave(): void {
    this.pieceDepth = this.depth;
    this.kind = 'field';
    this.ended = this.depth === 0;
  }

  private take(rest: string): Piece[] {
    this.hold(rest);
    const { held, kind, tooLong } = this;
    this.held = '';
    this.tooLong = false;
    if (tooLong) return [{ kind, text: undefined }];
    return held.trim() === '' ? [] : [{ kind, text: held }];
  }

  private hold(text: string): void {
    if (!this.tooLong) this.held += text;
    this.tooLong ||= this.held.length > this.rules.longest;
    if (this.tooLong) this.held = '';
  }

  private requireBlank(before: string): void {
    if (this.ended && this.depth > 0) throw new Error('holds more than one JSON document');
    if (this.tooLong || (this.held + before).trim() !== '') throw new Error('is not a JSON list or object');
  }
}
