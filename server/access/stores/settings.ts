import { ApiError } from '../../core/api-error.ts'
import { readCitizenId } from '../../formats/values/citizen-ids.ts'
import { readPhone } from '../../formats/values/phones.ts'
import type { ReadValue } from '../../formats/values/reading.ts'
import { isProvince } from '../../locations/locations.ts'
import type { StoreChange } from './queries.ts'

type Given = { [K in keyof StoreChange]?: StoreChange[K] | undefined } & {
  phone?: string | undefined
  tax_id?: string | undefined
}

/**
 * Normalizes typed settings of a store: phone and tax id in canonical form, null if cleared. A tax id has the digits and check digit of a
 * citizen id. Throws phone_invalid, tax_id_invalid and not_found (province).
 */
export function readStoreSettings({ phone, tax_id, ...given }: Given): StoreChange {
  if (given.address?.province_id != null && !isProvince(given.address.province_id)) throw new ApiError('not_found')
  return {
    ...(given as StoreChange),
    ...(phone !== undefined && { phone: keptOf(readPhone(phone), 'phone_invalid') }),
    ...(tax_id !== undefined && { tax_id: keptOf(readCitizenId(tax_id), 'tax_id_invalid') }),
  }
}

function keptOf(reading: ReadValue<string>, refusal: 'phone_invalid' | 'tax_id_invalid'): string | null {
  if ('failure' in reading) throw new ApiError(refusal)
  return reading.value ?? null
}
