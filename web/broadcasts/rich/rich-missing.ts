import type { FaultReason } from '@ruam/contract/broadcasts/fault.ts'
import { letterOf } from '../../ui/areas/areas.ts'
import type { Rich } from '../messages/rich-message.ts'
import type { richText } from '../rich-text.ts'

interface AreaFault {
  /** Place of the message, from 1. */
  place: number
  /** Place of the area, from 0; undefined for all of them. */
  index: string | undefined
  reason: FaultReason
  /** Words about the reason. */
  fault: string
}

const lacks = { uri: 'lacksUri', message: 'lacksMessage', coupon: 'lacksCoupon' } as const

/** Says which area of a rich message keeps a draft from being sent. */
export function areaFault(
  r: ReturnType<(typeof richText)['in']>,
  { areas }: Rich,
  { place, index, reason, fault }: AreaFault,
): string {
  if (index === undefined) return reason === 'missing' ? r.lacksAreas({ place }) : `${r.placeOnly({ place })}: ${fault}`
  const type = areas[Number(index)]?.type ?? 'none'
  const letter = letterOf(Number(index))
  return reason === 'missing' && type !== 'none'
    ? r[lacks[type]]({ place, letter })
    : r.areaFault({ place, letter, fault })
}
