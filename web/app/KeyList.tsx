import { Fragment, useState } from 'react'
import { useWords } from '../data/text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { KeySwitch } from '../ui/KeySwitch.tsx'
import { keyWords } from '../ui/key-words.ts'
import { activeKeys, type Key, type KeyGroup } from '../ui/keys.ts'
import { shell } from '../ui/shell-words.ts'
import styles from './KeyList.module.css'

const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const mod = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The groups of the same title as one, those of the screen before those of every screen. */
function listed(): KeyGroup[] {
  const byTitle = new Map<string, Key[]>()
  for (const { title, keys } of activeKeys()) {
    const named = keys.filter(({ label }) => label)
    if (named.length > 0) byTitle.set(title, [...(byTitle.get(title) ?? []), ...named])
  }
  return [...byTitle].map(([title, keys]) => ({ title, keys }))
}

/** The keys of the screen that is open, and what they do. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const t = useWords(keyWords)
  const { keys: title } = useWords(shell)
  const [groups] = useState(listed)
  const said = (name: string) =>
    name === 'Space' ? t.space : name === 'Escape' ? 'Esc' : (arrows[name] ?? name.replace('Mod+', `${mod} `))
  return (
    <Dialog opened onClose={onClose} title={title} size={640}>
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(({ on, label }) => (
                <div key={label} className={styles.key}>
                  <dt>{label}</dt>
                  <dd>
                    {on.map((name, place) => (
                      <Fragment key={name}>
                        {place > 0 && t.or}
                        <kbd>{said(name)}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.single}>
        <KeySwitch />
      </div>
    </Dialog>
  )
}
