import type { Place } from './place.ts'
import type { Scene } from './scene.ts'

/** Labels and segments. */
export function segmentPlaces({ t, again, label, segment }: Scene): Place[] {
  return [
    { name: 'segmentation-list', path: `/1/segmentation/list?q=${again}` },
    { name: 'segmentation-list-nothing', path: '/1/segmentation/list?q=nothing-is-called-this' },
    {
      name: 'segmentation-list-delete',
      path: `/1/segmentation/list?q=${again}`,
      async before(page) {
        await page.getByRole('button', { name: `${t.options}${label.name}` }).click()
        await page.locator('[popover]:popover-open button[data-danger]').click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
    { name: 'segmentation-create', path: '/1/segmentation/create' },
    {
      name: 'segmentation-create-general',
      path: '/1/segmentation/create',
      before: (page) => page.getByRole('button', { name: new RegExp(`^${t.generalKind}`) }).click(),
    },
    {
      name: 'segmentation-create-starter',
      mixed: true,
      path: '/1/segmentation/create',
      async before(page) {
        await page.getByRole('button', { name: t.starter }).click()
        await page.locator('aside ul').first().waitFor()
      },
    },
    { name: 'segmentation-edit', mixed: true, path: `/1/segmentation/edit/${segment.id}` },
    {
      name: 'segmentation-detail',
      path: `/1/segmentation/detail/${segment.id}`,
      async before(page) {
        await page
          .getByRole('button', { name: new RegExp(`^${t.seeReason}`) })
          .first()
          .click()
        await page.locator('aside h2').waitFor()
      },
    },
    { name: 'segmentation-detail-general', path: `/1/segmentation/detail/${label.id}` },
  ]
}
