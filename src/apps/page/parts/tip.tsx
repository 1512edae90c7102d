import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

const MARGIN = 8;
/** Whether the browser can show a popover. Browsers before 2024 cannot: they show the explanation as a title only. */
const HAS_POPOVERS = 'popover' in HTMLElement.prototype;

/** Properties of an element that explains itself while hovered, focused or touched, and the explanation to render beside it. */
export function useTip<E extends HTMLElement>(about: string | undefined) {
  const id = useId();
  const anchor = useRef<E>(null);
  const words = useRef<HTMLSpanElement>(null);
  const hide = () => words.current?.matches(':popover-open') && words.current.hidePopover();
  /** Keeps the tip at its element when the page moves, as it does while it loads or is dragged. */
  const follow = () => {
    if (anchor.current === null || !words.current?.matches(':popover-open')) return;
    place(words.current, anchor.current.getBoundingClientRect());
    addEventListener('scroll', follow, { once: true, capture: true, passive: true });
  };
  const show = () => {
    if (words.current === null || words.current.matches(':popover-open')) return;
    words.current.showPopover();
    follow();
  };
  if (about === undefined) return { anchor: {}, explanation: null };
  if (!HAS_POPOVERS) return { anchor: { title: about }, explanation: null };
  return {
    anchor: {
      ref: anchor,
      'aria-describedby': id,
      onFocus: show,
      onBlur: hide,
      onMouseEnter: show,
      // On a touch screen, the emulated mouse leaves when the page moves; an element that has the focus keeps its tip.
      onMouseLeave: () => document.activeElement !== anchor.current && hide(),
    },
    explanation: (
      <span ref={words} id={id} class="tip-words" role="tooltip" popover="auto">
        {about}
      </span>
    ),
    show,
  };
}

/** A few words with an explanation. */
export function Tip({
  about,
  class: name,
  children,
}: {
  readonly about: string;
  readonly class: string;
  readonly children: ComponentChildren;
}) {
  const { anchor, explanation, show } = useTip<HTMLButtonElement>(about);
  return (
    <>
      <button type="button" class={`tip ${name}`} {...anchor} onClick={show}>
        {children}
      </button>
      {explanation}
    </>
  );
}

/** Places the tip below the element that it explains, or above it if there is no room, within the window. */
function place(words: HTMLElement, { left, bottom, top }: DOMRect): void {
  const { width, height } = words.getBoundingClientRect();
  const x = Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN));
  const y = bottom + MARGIN + height > innerHeight ? top - MARGIN - height : bottom + MARGIN;
  words.style.left = `${x}px`;
  words.style.top = `${y}px`;
}
