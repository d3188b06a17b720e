import attributes from '@tabler/icons-react/dist/esm/defaultAttributes.mjs'

// An icon is next to a word or in a control that has a name. A screen reader would announce it as a picture without a name.
for (const kind of ['outline', 'filled'] as const) attributes[kind]['aria-hidden'] = true
