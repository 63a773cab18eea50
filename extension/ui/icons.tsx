const PATHS = {
  gear: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM6.9 1.5h2.2l.4 1.9 1.1.6 1.8-.6 1.1 1.9-1.4 1.3v1.2l1.4 1.3-1.1 1.9-1.8-.6-1.1.6-.4 1.9H6.9l-.4-1.9-1.1-.6-1.8.6-1.1-1.9 1.4-1.3V7.2L2.5 5.9 3.6 4l1.8.6 1.1-.6.4-2.5Z',
  back: 'M9.5 3.5 5 8l4.5 4.5',
  close: 'M4.5 4.5l7 7m0-7l-7 7',
  calendar: 'M3 4.500h10v8.500H3zM3 7h10M5.500 3v2.500M10.500 3v2.500',
  table: 'M2.500 3.500h11v9h-11zM2.500 6.500h11M6.500 6.500v6',
  sync: 'M13 8a5 5 0 0 1-9.2 2.700M3 8a5 5 0 0 1 9.2-2.700M12.5 2.500v3h-3M3.5 13.500v-3h3',
  copy: 'M5.5 5.500v-3h8v8h-3M2.500 5.500h8v8h-8Z',
  done: 'M3 8.500l3.500 3.500L13 4.500',
} as const

/** A 16 px line icon. It always stands beside a word or inside a button with an accessible name. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      aria-hidden="true"
    >
      <path d={PATHS[name]} stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  )
}
