import { exports } from '@ruam/contract/reports/exports.ts'
import { call } from '../../data/api.ts'

/** Opens the url of a completed export: asks for its one-time address, which the browser then downloads. Throws ApiError. */
export async function openFile(exportId: number): Promise<void> {
  const { url } = await call(exports.link, { params: { id: exportId } })
  const link = document.createElement('a')
  link.href = url
  // Without it a refusal would take the place of the page.
  link.download = ''
  link.click()
}
