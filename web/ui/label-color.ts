import { labelColors } from '@ruam/contract/customers/label-colors.ts'

/** The CSS colour of a label: labels name a colour of the theme. */
export const labelColor = (color: string): string =>
  labelColors.some((one) => one === color) ? `var(--mantine-color-${color}-6)` : color
