import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { locations } from '@ruam/contract/platform/locations.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { text } from './settings-text.ts'

const always = { staleTime: Number.POSITIVE_INFINITY }

/** A choice of the provinces, region by region. */
export function ProvinceField(props: NativeSelectProps) {
  const t = useWords(text)
  const regions = useRead(locations.regions, {}, always).data?.data ?? []
  const provinces = useRead(locations.provinces, { query: {} }, always).data?.data ?? []
  return (
    <NativeSelect {...props}>
      <option value="">{t.none}</option>
      {regions.map((region) => (
        <optgroup key={region.id} label={region.name}>
          {provinces
            .filter(({ regionId }) => regionId === region.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}
