import { roleAbout, roleTitle } from '@ruam/contract/access/preset-roles.ts'
import { usePreferences } from './preferences.ts'

/** How roles are called in the person's language: those that every store begins with have a title in both. */
export function useRoleName() {
  const { language } = usePreferences()
  return {
    title: (name: string) => roleTitle(name, language),
    about: (role: { name: string; description: string }) => roleAbout(role, language),
  }
}
