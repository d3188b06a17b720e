import { Button } from '@mantine/core'
import { presetRoles, type RoleHome } from '@ruam/contract/access/preset-roles.ts'
import type { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { useMenu, visibleMenu } from '../../app/menu.ts'
import type { Got } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { useTitles } from '../../ui/route.tsx'
import styles from './RoleForm.module.css'
import { text } from './text.ts'
import type { useReach } from './use-reach.ts'

interface RoleSideProps {
  role: Got<typeof roles.get> | undefined
  permissions: string[]
  home: RoleHome
  /** True if the role cannot be changed. */
  fixed: boolean
  mayGive: ReturnType<typeof useReach>['mayGive']
  onChoose: (permissions: string[], home: RoleHome) => void
}

/** Menu seen by members with the role, and preset roles to start from. */
export function RoleSide({ role, permissions, home, fixed, mayGive, onChoose }: RoleSideProps) {
  const t = useWords(text)
  const called = useRoleName()
  return (
    <div className={styles.side}>
      {!fixed && (
        <div className={styles.start}>
          <h2>{t.startFrom}</h2>
          {presetRoles
            .filter((preset) => preset.name !== OWNER)
            .toReversed()
            .map((preset) => (
              <Button
                key={preset.name}
                size="xs"
                disabled={!mayGive(preset)}
                onClick={() => onChoose([...preset.permissions], preset.home)}
              >
                {called.title(preset.name)}
              </Button>
            ))}
        </div>
      )}
      <h2>{t.preview}</h2>
      <p>{t.previewText}</p>
      <MenuPreview name={role?.name === OWNER ? OWNER : ''} permissions={permissions} home={home} />
      <FormNote
        kind="info"
        message={role && role.members > 0 && !fixed ? t.effect({ count: role.members }) : undefined}
      />
    </div>
  )
}

/** The side menu as seen with these permissions. */
function MenuPreview({ name, permissions, home }: { name: string; permissions: readonly string[]; home: RoleHome }) {
  const t = useWords(text)
  const titled = useTitles()
  const groups = visibleMenu(useMenu(), { roles: [name], permissions }, { flags: useStore().flags, home })
  return (
    <section className={styles.preview} aria-label={t.preview} aria-live="polite">
      {groups.length === 0 && <p>{t.previewNone}</p>}
      {groups.map(({ title, icon: Icon, entries }) => (
        <div key={title}>
          <strong>
            <Icon size={16} stroke={1.6} />
            {titled(title)}
          </strong>
          {entries.map((entry) => (
            <span key={entry.to}>{titled(entry.title)}</span>
          ))}
        </div>
      ))}
    </section>
  )
}
