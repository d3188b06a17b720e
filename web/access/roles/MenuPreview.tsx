import { useMenu, visibleMenu } from '../../app/menu.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { titles } from '../../data/words.ts'
import styles from './RoleForm.module.css'
import { text } from './text.ts'

/** The side menu as somebody sees it who has these rights. */
export function MenuPreview({ name, permissions }: { name: string; permissions: readonly string[] }) {
  const t = useWords(text)
  const names = useWords(titles)
  const groups = visibleMenu(useMenu(), { roles: [name], permissions }, useStore().flags)
  return (
    <section className={styles.preview} aria-label={t.preview} aria-live="polite">
      {groups.length === 0 && <p>{t.previewNone}</p>}
      {groups.map(({ title, icon: Icon, entries }) => (
        <div key={title}>
          <strong>
            <Icon size={16} stroke={1.6} />
            {names[title]}
          </strong>
          {entries.map((entry) => (
            <span key={entry.to}>{names[entry.title]}</span>
          ))}
        </div>
      ))}
    </section>
  )
}
