import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconFileImport, IconTrash, IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { text } from '../text.ts'
import { listText } from './list-text.ts'
import { useListLinks } from './use-list-ways.ts'

const icon = { size: 18, stroke: 1.6 }

/** Menu of rare actions on small screens. */
export default function ListMenu() {
  const t = useWords(listText)
  const w = useWords(text)
  const mayImport = useMayOpen('data-source-import')
  const mayRestore = useMayCall(profiles.restore)
  const ways = useListLinks()
  if (!mayImport && !mayRestore && ways.length === 0) return null
  return (
    <ActionMenu label={t.more} framed>
      {(done) => (
        <ul>
          {mayImport && (
            <li>
              <RouteLink to="data-source-import" onClick={done}>
                <IconFileImport {...icon} />
                {w.importData}
              </RouteLink>
            </li>
          )}
          {ways.map(({ label, count, ...way }) => (
            <li key={way.to}>
              <RouteLink {...way} onClick={done}>
                {way.to === 'profile-duplicate' ? <IconUsersGroup {...icon} /> : <IconUserSearch {...icon} />}
                {label} {count}
              </RouteLink>
            </li>
          ))}
          {mayRestore && (
            <li>
              <RouteLink to="profile-list" search={{ deleted: 'true' }} onClick={done}>
                <IconTrash {...icon} />
                {t.deletedTab}
              </RouteLink>
            </li>
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
