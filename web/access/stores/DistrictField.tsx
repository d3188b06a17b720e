import { TextInput, type TextInputProps } from '@mantine/core'
import { locations } from '@ruam/contract/platform/locations.ts'
import { useId } from 'react'
import { useRead } from '../../data/api.ts'

interface DistrictFieldProps extends TextInputProps {
  /** '' while none is chosen. */
  provinceId: string
}

/** A district, offered from those of the province; any other text is one, too. */
export function DistrictField({ provinceId, ...props }: DistrictFieldProps) {
  const list = useId()
  const options = { enabled: provinceId !== '', staleTime: Number.POSITIVE_INFINITY }
  const read = useRead(locations.districts, { query: { provinceId: Number(provinceId) } } as never, options)
  return (
    <>
      <TextInput {...props} maxLength={200} list={list} />
      <datalist id={list}>
        {provinceId !== '' && read.data?.data.map(({ id, name }) => <option key={id} value={name} />)}
      </datalist>
    </>
  )
}
