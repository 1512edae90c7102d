// Finds the words of the page in its sources, and replaces them by those of a catalogue:
//
// - The children of an element are one sentence if they have a letter of their own. Inner elements and expressions are `{0}`, `{1}`, ….
// - A string or a template is a sentence if it has two words, or begins with a word of one capital and small letters. That holds for keys
//   of objects and what code compares too: a sentence is the same wherever it stands, so what was equal stays equal.
// - A single small word counts if it is shown: as a child of an element, in an attribute of ATTRIBUTES, inside of a
//   template with a space, or as a value of something that is named for words, such as `stateWords`.
// - Types, imports, errors that are thrown, and the attributes, properties and functions of machines, which SILENT lists, have none.
import { createRequire } from 'node:module';

/** The checkout's compiler. The package check installs another one beside the scripts. */
const ts = createRequire(`${process.cwd()}/package.json`)('typescript');

/** Attributes whose single small words people read. */
const ATTRIBUTES = new Set(['label', 'title', 'aria-label', 'placeholder', 'hint', 'alt', 'what']);

/** Attributes, properties, and functions whose texts are for machines. */
const SILENT = new Set([
  'class',
  'href',
  'rel',
  'd',
  'viewBox',
  'querySelector',
  'querySelectorAll',
  'closest',
  'matchMedia',
  'split',
  'matches',
  'alone',
]);

/** Names of attributes, properties, functions and tables whose single small words people read. */
const WORDS = /(?:[wW]ords?|WORDS?)$/;

const SENTENCE = /[\p{L}\d}]\S* \S*\p{L}|\p{L}\S* \S*[\d{]|^[^\p{L}]*\p{Lu}\p{Ll}+(?!\p{L})/u;
const LETTER = /\p{L}/u;

/** Sentences of a source file in their order, each as `{ key, line }`. */
export function wordsOf(file, text) {
  const found = [];
  translated(file, text, (key, line) => {
    found.push({ key, line });
    return key;
  });
  return found;
}

/** A source file with its sentences replaced: `sentence` gets each with its line, and returns its replacement. */
export function translated(file, text, sentence) {
  if (file.endsWith('.html')) return translatedDocument(text, sentence);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const say = (node, key) => sentence(key, source.getLineAndCharacterOfPosition(node.getStart()).line + 1);

  /** Source of a node with all sentences inside of it replaced. */
  function rendered(node) {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return element(node);
    if (isShown(node)) return literal(node);
    const start = node.getStart();
    let at = start;
    let out = '';
    ts.forEachChild(node, (child) => {
      out += text.slice(at, child.getStart()) + rendered(child);
      at = child.getEnd();
    });
    return out + text.slice(at, node.getEnd());
  }

  function element(node) {
    const [open, close] = ts.isJsxElement(node)
      ? [node.openingElement, node.closingElement]
      : [node.openingFragment, node.closingFragment];
    const around = rendered(open);
    const children = node.children.map((child) => [child, plainText(child)]);
    const inner = children.flatMap(([child, plain]) => (plain === undefined ? [rendered(child)] : []));
    if (!children.some(([, plain]) => plain !== undefined && LETTER.test(plain))) {
      const rest = inner.values();
      const same = children.map(([child, plain]) =>
        plain === undefined ? rest.next().value : child.getFullText(),
      );
      return around + same.join('') + close.getText();
    }
    let count = 0;
    const key = children.map(([, plain]) => plain ?? `{${count++}}`).join('');
    return (
      around +
      split(spoken(node, key))
        .map((part) => jsxPart(part, inner))
        .join('') +
      close.getText()
    );
  }

  function literal(node) {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      return inAttribute(node, JSON.stringify(spoken(node, node.text)));
    const inner = node.templateSpans.map(({ expression }) => rendered(expression));
    const key =
      node.head.text + node.templateSpans.map((span, index) => `{${index}}${span.literal.text}`).join('');
    return `\`${split(spoken(node, key))
      .map((part) => templatePart(part, inner))
      .join('')}\``;
  }

  /** The sentence's replacement, with the spaces around the sentence, which are no part of its key. */
  function spoken(node, key) {
    const [, before, trimmed, after] = /^(\s*)([^]*?)(\s*)$/.exec(key);
    return before + say(node, trimmed) + after;
  }

  return rendered(source);
}

/** A document with the sentences between its tags and in its description replaced. */
const translatedDocument = (text, sentence) =>
  text.replace(/(?<=>|name="description" content=")[^<>"{}]*\p{L}[^<>"{}]*(?=[<"])/gu, (found, at) =>
    found.replace(/\S[^]*\S/, (words) =>
      sentence(words.replace(/\s+/g, ' '), text.slice(0, at).split('\n').length),
    ),
  );

/** Text of a child as it is shown; undefined for an element or another expression. */
function plainText(child) {
  if (ts.isJsxText(child)) {
    const lines = child.text.split('\n');
    return lines
      .map((line, index) => {
        const begun = index === 0 ? line : line.trimStart();
        return index === lines.length - 1 ? begun : begun.trimEnd();
      })
      .filter((line) => line !== '')
      .join(' ')
      .replaceAll('&nbsp;', '\u00a0');
  }
  const { expression } = child;
  return ts.isJsxExpression(child) && expression && ts.isStringLiteral(expression)
    ? expression.text
    : undefined;
}

/** Parts of a sentence: texts, and the numbers of its placeholders. */
const split = (sentence) =>
  sentence
    .split(/(\{\d+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\d+\}$/.test(part) ? Number(part.slice(1, -1)) : part));
const jsxPart = (part, inner) => (typeof part === 'number' ? inner[part] : `{${JSON.stringify(part)}}`);
const templatePart = (part, inner) =>
  typeof part === 'number' ? `\${${inner[part]}}` : part.replace(/[\\`]|\$\{/g, '\\$&');
const inAttribute = (node, code) => (ts.isJsxAttribute(node.parent) ? `{${code}}` : code);

/** Whether a string or a template is a sentence that people read. */
function isShown(node) {
  const isTemplate = ts.isTemplateExpression(node);
  if (!isTemplate && !ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false;
  const text = isTemplate
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
    : node.text;
  if (!LETTER.test(text) || isForCode(node)) return false;
  return SENTENCE.test(text) || place(node) === 'shown';
}

/** Place of an expression in which people read it, or nothing. */
function place(node) {
  const { parent } = node;
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? place(parent) : 'shown';
  if (ts.isJsxAttribute(parent) && ATTRIBUTES.has(parent.name.getText())) return 'shown';
  if (ts.isTemplateSpan(parent)) return isSpaced(parent.parent) ? 'shown' : undefined;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return undefined;
  if (isNamed(parent) && WORDS.test(parent.name.getText())) return 'shown';
  if (ts.isParenthesizedExpression(parent) || ts.isReturnStatement(parent) || ts.isArrowFunction(parent))
    return place(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? undefined : place(parent);
  if (ts.isBinaryExpression(parent) && isChoice(parent)) return place(parent);
  if (ts.isObjectLiteralExpression(parent) && ts.isPropertyAssignment(parent.parent)) return undefined;
  if (PASSED.some((is) => is(parent))) return place(parent);
  return undefined;
}

/** Whether a template is for people: it has a space between its parts. */
const isSpaced = (template) =>
  !isForCode(template) &&
  [template.head, ...template.templateSpans.map(({ literal }) => literal)].some(({ text }) =>
    text.includes(' '),
  );

/** Nodes between a returned or listed text and the function or the table that is named for it. */
const PASSED = [
  ts.isBlock,
  ts.isIfStatement,
  ts.isObjectLiteralExpression,
  ts.isAsExpression,
  ts.isPropertyAssignment,
];

const isNamed = (node) =>
  [ts.isJsxAttribute, ts.isPropertyAssignment, ts.isVariableDeclaration, ts.isFunctionDeclaration].some(
    (is) => is(node),
  );

const isChoice = ({ operatorToken: { kind } }) =>
  [
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
  ].includes(kind);

/** Whether a literal is for the code alone. */
function isForCode(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  if (ts.isTaggedTemplateExpression(parent)) return true;
  for (let at = node; at !== undefined; at = at.parent) {
    if (ts.isThrowStatement(at)) return true;
    const name = nameOf(at, node);
    if (name !== undefined && SILENT.has(name)) return true;
    if (ts.isJsxAttribute(at) || ts.isStatement(at)) return false;
  }
  return false;
}

function nameOf(at) {
  if (ts.isJsxAttribute(at) || ts.isPropertyAssignment(at)) return at.name.getText();
  if (ts.isCallExpression(at) || ts.isNewExpression(at)) return at.expression.getText().split(/[.?]+/).at(-1);
  return undefined;
}
