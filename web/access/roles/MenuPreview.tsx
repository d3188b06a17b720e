import { useMenu, visibleMenu } from '../../app/menu.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useTitles } from '../../ui/route.tsx'
import styles from './RoleForm.module.css'
import { text } from './text.ts'

/** The side menu as seen with these permissions. */
export function MenuPreview({ name, permissions }: { name: string; permissions: readonly string[] }) {
  const t = useWords(text)
  const titled = useTitles()
  const groups = visibleMenu(useMenu(), { roles: [name], permissions }, useStore().flags)
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
