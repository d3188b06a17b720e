import { couponRequest } from '@ruam/contract/broadcasts/coupon-request.ts'
import { IMAGEMAP_WIDTH, type Imagemap, type ImagemapArea } from '@ruam/contract/broadcasts/imagemap.ts'

/** Returns a rich message as LINE's API takes it. LINE appends a width to the address of the picture. */
export const imagemapObject = ({ name, height, alt_text, areas }: Imagemap, mediaUrl: string): object => ({
  type: 'imagemap',
  baseUrl: `${mediaUrl}/media/${name}`,
  altText: alt_text,
  baseSize: { width: IMAGEMAP_WIDTH, height },
  actions: areas.filter(({ type }) => type !== 'none').map(action),
})

function action({ x, y, width, height, label, type, value }: ImagemapArea): object {
  const named = { ...(label && { label }), area: { x, y, width, height } }
  if (type === 'uri') return { type, linkUri: value, ...named }
  return { type: 'message', text: type === 'coupon' ? couponRequest(value) : value, ...named }
}
