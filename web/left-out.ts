// In the place of what libraries mention and no screen uses: a twentieth of what a browser reads before the first rows.
import type { CSSProperties, ReactNode } from 'react'

const nothing = () => null

// The router's own link, which its routes mention: ours is AddressLink (ui/route.tsx).
export const [Link, createLink, linkOptions, useLinkProps] = [nothing, nothing, nothing, nothing]

// Queries of pages after pages, and groups of buttons.
export const [infiniteQueryBehavior] = [nothing]
export const [ButtonGroup, ButtonGroupSection] = [nothing, nothing]
export const [ActionIconGroup, ActionIconGroupSection] = [nothing, nothing]

// Queries that suspend, or throw to a boundary.
export const [ensureSuspenseTimers, fetchOptimistic, shouldSuspend] = [nothing, nothing, nothing]
export const [ensurePreventErrorBoundaryRetry, getHasError, useClearResetErrorBoundary] = [nothing, nothing, nothing]
export const [useQueryErrorResetBoundary] = [nothing]

// Loaders that no button shows, and classes for screens of some widths.
export const [Bars, Dots, MantineClasses] = [nothing, nothing, nothing]

// Colours, which are CSS variables from the build on (ui/mantine-variables.ts): only their names matter here.
export const [MantineCssVariables, isLightColor] = [nothing, () => false]
export const [toRgba] = [() => ({ r: 0, g: 0, b: 0, a: 1 })]
const names = 'red pink grape violet indigo blue cyan green lime yellow orange teal'.split(' ')
export const [DEFAULT_COLORS] = [Object.fromEntries(names.map((name) => [name, Array(10).fill('')]))]

// The colour scheme is stored with the other preferences (app/App.tsx).
export const [localStorageColorSchemeManager] = [
  () => ({ get: (usual: string) => usual, set: nothing, subscribe: nothing, unsubscribe: nothing, clear: nothing }),
]

interface TransitionProps {
  mounted: boolean
  children: (styles: CSSProperties) => ReactNode
}

// The loader of a button may appear at once.
export const [Transition] = [({ mounted, children }: TransitionProps) => (mounted ? children({}) : null)]
