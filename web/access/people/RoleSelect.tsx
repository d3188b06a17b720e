import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useRoleName } from '../../data/role-name.ts'
import { useWords } from '../../data/text.ts'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { useAssignableRoles } from '../roles/use-given-roles.ts'
import styles from './People.module.css'
import { text } from './text.ts'

/** A choice among the roles that the person may give, with what the chosen one is for. */
export function RoleSelect(props: NativeSelectProps) {
  const t = useWords(text)
  const called = useRoleName()
  const given = useAssignableRoles()
  const mayOpen = useMayOpen('setting-role-permission-edit')
  const chosen = given.find(({ id }) => String(id) === String(props.value))
  const about = chosen && called.about(chosen)
  return (
    <div>
      <NativeSelect
        {...props}
        label={t.role}
        required
        data={[
          { value: '', label: t.chooseRole },
          ...given.map(({ id, name }) => ({ value: String(id), label: called.title(name) })),
        ]}
      />
      {chosen && (
        <p className={styles.hint}>
          {about}
          {mayOpen && (
            <>
              {about && ' · '}
              <RouteLink to="setting-role-permission-edit" params={{ roleId: chosen.id }}>
                {t.allRights}
              </RouteLink>
            </>
          )}
        </p>
      )}
    </div>
  )
}
