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
// A page whose own script does not come is loaded again, after 1 to 30 seconds.
;(() => {
  let failures = 0
  let failed = false
  const count = (next) => {
    try {
      sessionStorage.setItem('ruam.failures', next)
    } catch {}
  }
  try {
    failures = Number(sessionStorage.getItem('ruam.failures'))
  } catch {
    failures = 5
  }
  const reload = ({ target }) => {
    // For ui/retry.ts, which loads them again.
    if (target instanceof HTMLLinkElement) target.dataset.failed = ''
    if (failed || !(target instanceof HTMLScriptElement) || !target.src.startsWith(`${location.origin}/assets/`)) return
    failed = true
    document.querySelector('.ruam-start').textContent =
      document.documentElement.lang === 'en'
        ? 'Cannot reach the server. Trying again…'
        : 'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ กำลังลองใหม่…'
    count(failures + 1)
    setTimeout(() => location.reload(), Math.min(30, 2 ** failures) * 1000)
  }
  addEventListener('error', reload, true)
  addEventListener('load', () => failed || count(0))
})()
