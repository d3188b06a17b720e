import { type RichMenuSize, richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import { imageSize } from 'image-size'
import { storePicture, type Uploading } from '../../../broadcasts/media/store-picture.ts'
import { ApiError } from '../../../core/api-error.ts'
import { newToken } from '../../../core/tokens.ts'

/** LINE takes 1 MB, and menus of 800 pixels across at least. */
const MAX_BYTES = 1_000_000
const LEAST_WIDTH = 800

const sizes = Object.keys(richMenuSizes) as RichMenuSize[]
const exact = sizes.map((size) => richMenuSizes[size])

/** Stores the picture of a menu as LINE gets it. Throws rich_menu_picture_shape for another shape. */
export async function storeMenuPicture(uploading: Uploading) {
  const name = newToken()
  const [made] = await storePicture(uploading, {
    resizing: { exact, leastWidth: LEAST_WIDTH, bytes: MAX_BYTES },
    named: () => ({ name }),
    act: { action: 'rich_menu_picture_added', subject: 'broadcast_picture' },
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.errorName === 'picture_shape') throw new ApiError('rich_menu_picture_shape')
    throw error
  })
  const { height } = imageSize(made!)
  const size = sizes.find((one) => richMenuSizes[one].height === height)!
  return { name, file_name: uploading.upload.name.slice(0, 255), size, bytes: made!.length }
}
