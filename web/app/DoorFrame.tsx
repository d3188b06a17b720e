import { type ReactNode, useEffect } from 'react'
import { prefer, usePreferences } from '../data/preferences.ts'
import { useSession } from '../data/session.ts'
import { type Title, useTitles } from '../ui/route.tsx'
import styles from './DoorFrame.module.css'
import { Logo } from './Logo.tsx'

/** The frame of the screens outside of a store: the mark, the language, and one thing to do. */
export function DoorFrame({ title, children }: { title?: Title; children: ReactNode }) {
  const { language } = usePreferences()
  const titled = useTitles()
  const { user } = useSession()
  // The choice of a store is the log-in of those who are signed out.
  const shown = title === 'chooseStore' && !user ? 'signIn' : title
  const text = shown && titled(shown)
  useEffect(() => {
    document.title = text ? `${text} · Ruam` : 'Ruam'
  }, [text])
  return (
    <div className={styles.frame} data-door>
      <header className={styles.header}>
        <Logo />
        <button
          type="button"
          className={styles.language}
          lang={language === 'th' ? 'en' : 'th'}
          onClick={() => prefer({ language: language === 'th' ? 'en' : 'th' })}
        >
          {language === 'th' ? 'English' : 'ไทย'}
        </button>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
