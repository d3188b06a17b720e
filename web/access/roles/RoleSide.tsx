import { Button } from '@mantine/core'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import type { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import type { Got } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { MenuPreview } from './MenuPreview.tsx'
import styles from './RoleForm.module.css'
import { text } from './text.ts'
import type { useReach } from './use-reach.ts'

interface RoleSideProps {
  role: Got<typeof roles.get> | undefined
  permissions: string[]
  /** True if the role cannot be changed. */
  fixed: boolean
  mayGive: ReturnType<typeof useReach>['mayGive']
  onChoose: (permissions: string[]) => void
}

/** Menu seen by members with the role, and preset roles to start from. */
export function RoleSide({ role, permissions, fixed, mayGive, onChoose }: RoleSideProps) {
  const t = useWords(text)
  const called = useRoleName()
  return (
    <div className={styles.side}>
      <h2>{t.preview}</h2>
      <p>{t.previewText}</p>
      <MenuPreview name={role?.name === OWNER ? OWNER : ''} permissions={permissions} />
      <FormNote
        kind="info"
        message={role && role.members > 0 && !fixed ? t.effect({ count: role.members }) : undefined}
      />
      {!fixed && (
        <div className={styles.start}>
          <span>{t.startFrom}</span>
          {presetRoles
            .filter((preset) => preset.name !== OWNER)
            .toReversed()
            .map((preset) => (
              <Button
                key={preset.name}
                size="xs"
                disabled={!mayGive(preset)}
                onClick={() => onChoose([...preset.permissions])}
              >
                {called.title(preset.name)}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}
