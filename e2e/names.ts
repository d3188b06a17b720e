import type { Page } from '@playwright/test'

/** Roles of elements whose name a screen reader announces. */
const named = new Set([
  'button',
  'link',
  'image',
  'img',
  'textbox',
  'searchbox',
  'combobox',
  'ComboBoxSelect',
  'checkbox',
  'radio',
  'switch',
  'slider',
  'spinbutton',
  'tab',
  'menuitem',
  'option',
  'dialog',
  'progressbar',
])

/** Duplicate names: a sign and the word next to it, or a label repeated in its tooltip. */
const doubled = /^(\S.*?)[\s·,]*\1$/su

/** Returns elements without a name, or with a repeated one, by Chromium's accessibility tree. */
export async function misnamed(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.flatMap(({ ignored, role, name, description, properties }) => {
      if (ignored || !named.has(String(role?.value))) return []
      if (properties?.some((one) => one.name === 'hidden' && one.value.value === true)) return []
      const called = String(name?.value ?? '').trim()
      const more = String(description?.value ?? '').trim()
      if (called === '') return [`a ${role?.value} has no name`]
      if (doubled.test(called) && /\p{L}/u.test(called)) return [`a ${role?.value} is called ${called}`]
      return more === called ? [`a ${role?.value} says its name ${called} twice`] : []
    })
  } finally {
    await session.detach()
  }
}
