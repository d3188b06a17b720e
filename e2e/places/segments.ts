import type { Screen } from './place.ts'
import type { Scene } from './scene.ts'

/** Labels and segments. */
export function segmentScreens({ t, again, label, segment }: Scene): Screen[] {
  return [
    { name: 'segmentation-list', alone: true, path: `segmentation/list?q=${again}` },
    { name: 'segmentation-list-nothing', path: 'segmentation/list?q=nothing-is-called-this' },
    {
      name: 'segmentation-list-delete',
      path: `segmentation/list?q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${label.name}` }).click()
        await page.locator('[popover]:popover-open button[data-danger]').click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    { name: 'segmentation-create', path: 'segmentation/create' },
    {
      name: 'segmentation-create-general',
      path: 'segmentation/create',
      before: (page) => page.getByRole('button', { name: new RegExp(`^${t.generalKind}`) }).click(),
    },
    {
      name: 'segmentation-create-starter',
      mixed: true,
      path: 'segmentation/create',
      async before(page) {
        await page.getByRole('button', { name: t.starter }).click()
        await page.locator('aside ul').first().waitFor()
      },
    },
    { name: 'segmentation-edit', alone: true, mixed: true, path: `segmentation/edit/${segment.id}` },
    {
      name: 'segmentation-detail',
      path: `segmentation/detail/${segment.id}`,
      async before(page) {
        await page
          .getByRole('button', { name: new RegExp(`^${t.seeReason}`) })
          .first()
          .click()
        await page.locator('aside h2').waitFor()
      },
    },
    { name: 'segmentation-detail-general', path: `segmentation/detail/${label.id}` },
  ]
}
