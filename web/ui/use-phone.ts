import { useMediaQuery } from '@mantine/hooks'
import { breakpoints } from './breakpoints.ts'

/** True on phone widths, from the first render on. */
export const usePhone = () => useMediaQuery(breakpoints.phone, undefined, { getInitialValueInEffect: false })

/** True up to the width of an upright tablet. */
export const useTablet = () => useMediaQuery(breakpoints.tablet, undefined, { getInitialValueInEffect: false })

/** As usePhone, outside of rendering. */
export const isPhone = () => matchMedia(breakpoints.phone).matches
