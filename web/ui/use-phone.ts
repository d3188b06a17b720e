import { useMediaQuery } from '@mantine/hooks'
import { breakpoints } from './breakpoints.ts'

/** Whether the screen is as narrow as a phone's, from the first render on. */
export const usePhone = () => useMediaQuery(breakpoints.phone, undefined, { getInitialValueInEffect: false })

/** Whether it is no wider than a tablet held upright. */
export const useTablet = () => useMediaQuery(breakpoints.tablet, undefined, { getInitialValueInEffect: false })
