// Before the first paint: the colour scheme and the language a person chose, so that nothing flashes.
;(() => {
  let chosen = {}
  try {
    chosen = JSON.parse(localStorage.getItem('ruam.preference.all')) || {}
  } catch {}
  const dark = chosen.scheme ? chosen.scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  document.documentElement.lang = chosen.language === 'en' ? 'en' : 'th'
})()
