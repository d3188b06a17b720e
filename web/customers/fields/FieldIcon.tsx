import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import {
  IconCalendar,
  IconHash,
  IconId,
  IconLetterCase,
  IconMail,
  IconMapPin,
  IconMessageCircle,
  IconMinus,
  IconPhone,
  IconToggleLeft,
} from '@tabler/icons-react'

const byName = {
  phone: IconPhone,
  email: IconMail,
  citizenId: IconId,
  lineUserId: IconMessageCircle,
  lineDisplayName: IconMessageCircle,
  lineBasicId: IconMessageCircle,
  address: IconMapPin,
  addressEN: IconMapPin,
}
const byType = { String: IconLetterCase, Number: IconHash, Date: IconCalendar, Boolean: IconToggleLeft }

/** A picture of what a field holds; a dash for none. */
export function FieldIcon({ field }: { field: { fieldName: string; dataType: DataType } | undefined }) {
  const Icon = field ? (byName[field.fieldName as keyof typeof byName] ?? byType[field.dataType]) : IconMinus
  return <Icon size={16} stroke={1.6} />
}
