/** A row of a mapping about which nobody has said anything more. */
export const plainRow = {
  part: 'whole',
  overwrite: 'always',
  empty: 'keep',
  date_order: null,
  two_digit_years: null,
} as const
