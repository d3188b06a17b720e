import { Refusal } from '../core/refusal.ts'
import { isProvince } from '../locations/locations.ts'
import { readCitizenId } from '../values/citizen-ids.ts'
import { readPhone } from '../values/phones.ts'
import type { Reading } from '../values/reading.ts'
import type { StoreChange } from './queries.ts'

type Given = { [K in keyof StoreChange]?: StoreChange[K] | undefined } & {
  phone?: string | undefined
  tax_id?: string | undefined
}

/**
 * What somebody has typed of a store, as it is kept: phone and tax id in their one form, null where they were emptied. A firm's tax id has
 * the digits and the check digit of a citizen id. Throws phone_invalid, tax_id_invalid and not_found (of the province).
 */
export function readSettings({ phone, tax_id, ...given }: Given): StoreChange {
  if (given.address?.province_id != null && !isProvince(given.address.province_id)) throw new Refusal('not_found')
  return {
    ...(given as StoreChange),
    ...(phone !== undefined && { phone: keptOf(readPhone(phone), 'phone_invalid') }),
    ...(tax_id !== undefined && { tax_id: keptOf(readCitizenId(tax_id), 'tax_id_invalid') }),
  }
}

function keptOf(reading: Reading<string>, refusal: 'phone_invalid' | 'tax_id_invalid'): string | null {
  if ('failure' in reading) throw new Refusal(refusal)
  return reading.value ?? null
}
