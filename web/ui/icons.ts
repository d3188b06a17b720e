import attributes from '@tabler/icons-react/dist/esm/defaultAttributes.mjs'

// A sign stands beside a word or in a control that has a name. A browser would read it out as a picture without one.
for (const kind of ['outline', 'filled'] as const) attributes[kind]['aria-hidden'] = true
