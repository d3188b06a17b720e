/**
 * The widths at which screens change, as media queries. Styles name them as custom media, `@media (--phone)`, which the build
 * replaces (vite.config.ts); screens ask usePhone.
 */
export const breakpoints = {
  /** The menu is a drawer, lists are cards, and what is pressed is at least 44 px high. */
  phone: '(max-width: 47.99em)',
  desk: '(min-width: 48em)',
  /** The side menu is folded to icons, and opens over the page. Together with `desk`: a tablet, not a phone. */
  tablet: '(max-width: 63.99em)',
  /** The page is not much wider than a tablet's: toolbars take two rows, and side content moves below. */
  narrow: '(max-width: 79.99em)',
} as const
