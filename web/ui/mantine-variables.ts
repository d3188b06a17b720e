import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { theme } from './theme.ts'

const v = (name: string) => `var(--ruam-${name})`

/** Mantine's own names for what theme.css sets per colour scheme. */
const ours = {
  '--mantine-color-body': v('surface'),
  '--mantine-color-text': v('text'),
  '--mantine-color-bright': v('text'),
  '--mantine-color-dimmed': v('text-3'),
  '--mantine-color-placeholder': v('text-3'),
  '--mantine-color-default': v('surface'),
  '--mantine-color-default-hover': v('hover'),
  '--mantine-color-default-color': v('text'),
  '--mantine-color-default-border': v('line-strong'),
  '--mantine-color-disabled': v('sunken'),
  '--mantine-color-disabled-color': v('text-3'),
  '--mantine-color-disabled-border': v('line'),
  '--mantine-color-anchor': v('link'),
  '--mantine-color-error': v('danger'),
}

/** Returns the theme as CSS. The build writes it in the place of `@mantine-variables`: a browser would calculate it at each start. */
export function mantineVariables(): string {
  const usual = defaultCssVariablesResolver(DEFAULT_THEME)
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  return convertCssVariables({
    variables: changed(variables, usual.variables),
    light: changed({ ...light, ...ours }, usual.light),
    dark: changed({ ...dark, ...ours }, usual.dark),
  })
}

/** Leaves out what Mantine's own stylesheet has. */
function changed(variables: Record<string, string>, usual: Record<string, string>) {
  return Object.fromEntries(Object.entries(variables).filter(([name, value]) => usual[name] !== value))
}
