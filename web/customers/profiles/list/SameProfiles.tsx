import { useDebouncedValue } from '@mantine/hooks'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { RouteLink } from '../../../ui/route.tsx'
import styles from './CreateProfile.module.css'
import { createText } from './create-text.ts'

const TYPING_MS = 300
/** A phone has at least 9 digits; an e-mail something on both sides. */
const enough = {
  phone: (typed: string) => (typed.match(/[0-9๐-๙]/g)?.length ?? 0) >= 9,
  email: (typed: string) => /\S@\S+\.\S/.test(typed),
}

interface SameProfilesProps {
  by: 'phone' | 'email'
  typed: string
}

/** Reports, while the user types, a customer with the same phone or e-mail, and links to it. */
export function SameProfiles({ by, typed }: SameProfilesProps) {
  const t = useWords(createText)
  const [asked] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data, isPlaceholderData } = useRead(
    profiles.same,
    { query: { [by]: asked } },
    { enabled: enough[by](asked), staleTime: 0 },
  )
  const there = enough[by](asked) && !isPlaceholderData ? (data?.data ?? []) : []
  return (
    <div aria-live="polite">
      {there.length > 0 && (
        <p className={styles.same}>
          <IconAlertTriangle size={18} stroke={1.6} />
          <span>
            {by === 'phone' ? t.samePhone : t.sameEmail}{' '}
            {there.map(({ id, name }, place) => (
              <span key={id}>
                {place > 0 && ', '}
                <RouteLink to="profile-detail" params={{ profileId: id }}>
                  {name || t.nobodyNamed}
                </RouteLink>
              </span>
            ))}
          </span>
        </p>
      )}
    </div>
  )
}
