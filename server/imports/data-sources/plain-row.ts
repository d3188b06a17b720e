/** Default options of a mapping row. */
export const plainRow = {
  part: 'whole',
  overwrite: 'always',
  empty: 'keep',
  date_order: null,
  two_digit_years: null,
} as const
