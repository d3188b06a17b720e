import { test as property } from '@fast-check/vitest'
import { roleHomes } from '@ruam/contract/access/preset-roles.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { startScreenOf, visibleMenu } from './app/menu.ts'
import { menu } from './menu.ts'
import { screens } from './routes.tsx'
import { defineScreens } from './ui/route.tsx'

defineScreens(screens)

property.prop([fc.subarray([...permissions]), fc.constantFrom(...roleHomes)])(
  'the first entry of the menu is the screen that a person starts with',
  (held, home) => {
    const rights = { roles: [], permissions: held }
    const [first] = visibleMenu(menu, rights, { home })
    expect(first?.to ?? first?.entries[0]?.to).toBe(startScreenOf(menu, rights, home))
  },
)
