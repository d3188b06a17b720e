import { couponRequest } from './coupon-request.ts'
import { type Fault, ofAddress, ofText } from './fault.ts'
import { IMAGEMAP_WIDTH, type Imagemap, type ImagemapArea, imagemapLimits as limits } from './imagemap.ts'

type Rectangle = Pick<ImagemapArea, 'x' | 'y' | 'width' | 'height'>

/** True if rectangles share a pixel. */
export const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** True if the areas of a template lie on a picture of another shape. A whole picture has any. */
export const needsSquare = ({ template, height }: Pick<Imagemap, 'template' | 'height'>): boolean =>
  template !== null && template !== 'one' && height !== null && height !== IMAGEMAP_WIDTH

/** Lists what keeps a rich message from being sent. */
export function ofImagemap(message: Imagemap, path: string): Fault[] {
  const { name, height, alt_text, areas } = message
  // Areas can be drawn before the picture is chosen, on a square.
  const most = height ?? IMAGEMAP_WIDTH
  const faults: Fault[] = []
  if (!name || height === null) faults.push({ path: `${path}.name`, reason: 'missing' })
  else if (needsSquare(message)) faults.push({ path: `${path}.height`, reason: 'not_square' })
  faults.push(...ofText(alt_text, `${path}.alt_text`, limits.altText))
  if (areas.every(({ type }) => type === 'none')) faults.push({ path: `${path}.areas`, reason: 'missing' })
  if (areas.length > limits.areas) faults.push({ path: `${path}.areas`, reason: 'too_many' })
  for (const [index, area] of areas.entries()) {
    const at = `${path}.areas.${index}`
    const { x, y, width } = area
    if (width < 1 || area.height < 1) faults.push({ path: at, reason: 'empty' })
    else if (x < 0 || y < 0 || x + width > IMAGEMAP_WIDTH || y + area.height > most)
      faults.push({ path: at, reason: 'outside' })
    else if (areas.slice(0, index).some((before) => overlap(before, area)))
      faults.push({ path: at, reason: 'overlaps' })
    if (area.label.length > limits.label) faults.push({ path: `${at}.label`, reason: 'too_long' })
    if (area.type === 'uri') faults.push(...ofAddress(area.value, `${at}.value`, limits.uri))
    if (area.type === 'coupon') {
      faults.push(...ofText(area.coupon_code ?? '', `${at}.coupon_code`, 100))
      faults.push(...ofText(couponRequest(area.value), `${at}.value`, limits.text))
    }
    if (area.type === 'message') faults.push(...ofText(area.value, `${at}.value`, limits.text))
  }
  return faults
}
