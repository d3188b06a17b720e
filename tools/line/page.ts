/** The page on which a developer plays a customer of the simulated channels. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>LINE simulator</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 0; background: #f3f5f4; color: #1b2a27; }
  header { background: #06c755; color: #fff; padding: 12px 20px; font-weight: 600; }
  main { display: grid; grid-template-columns: 300px 1fr; gap: 16px; padding: 16px 20px; max-width: 1100px; }
  section { background: #fff; border-radius: 8px; padding: 14px; }
  h2 { font-size: 14px; margin: 0 0 8px; }
  button, input { font: inherit; padding: 5px 10px; border: 1px solid #b9c4c1; border-radius: 6px; background: #fff; }
  button { cursor: pointer; }
  ul { list-style: none; margin: 0; padding: 0; }
  li { padding: 6px 0; border-top: 1px solid #e7ecea; }
  code { font-size: 12px; overflow-wrap: anywhere; }
  .muted { color: #5f6f6b; }
  @media (max-width: 700px) { main { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<header>LINE simulator</header>
<main>
  <section><h2>Channels</h2><ul id="channels"></ul><button id="add">New channel</button></section>
  <section>
    <h2 id="title">Choose a channel</h2><p id="about" class="muted"></p>
    <form id="join"><input name="name" placeholder="Name of a customer" required> <button>Add as friend</button></form>
    <ul id="friends"></ul><h2>Last delivery</h2><pre id="last" class="muted"></pre>
  </section>
</main>
<script>
const at = (id) => document.getElementById(id)
const call = async (path, body) => (await fetch('/_control' + path, body === undefined ? {} : {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
let chosen
const make = (tag, text, act) => { const one = document.createElement(tag); one.textContent = text; if (act) one.onclick = act; return one }
async function act(body) { at('last').textContent = JSON.stringify(await call('/channels/' + chosen + '/act', body), null, 2); draw() }
async function draw() {
  const channels = await call('/channels')
  chosen ??= channels[0]?.id
  at('channels').replaceChildren(...channels.map(({ id, displayName }) => {
    const line = make('li', ''); line.append(make('button', displayName, () => { chosen = id; draw() })); return line }))
  const one = channels.find(({ id }) => id === chosen)
  if (!one) return
  at('title').textContent = one.displayName + ' ' + one.basicId
  at('about').innerHTML = ''
  at('about').append('Channel ID ', make('code', one.id), ' · secret ', make('code', one.secret), ' · webhook ', make('code', one.webhook?.endpoint ?? 'none'))
  at('friends').replaceChildren(...one.friends.map(({ userId, displayName, blocked }) => {
    const line = make('li', displayName + (blocked ? ' (blocked) ' : ' '))
    const field = make('input', ''); field.placeholder = 'Message'
    line.append(field,
      make('button', 'Send', () => act({ userId, act: 'message', text: field.value || 'สวัสดี' })),
      make('button', blocked ? 'Unblock' : 'Block', () => act({ userId, act: blocked ? 'follow' : 'unfollow' })))
    return line }))
}
at('add').onclick = async () => { chosen = (await call('/channels', {})).id; draw() }
at('join').onsubmit = (event) => { event.preventDefault(); const { name } = event.target
  act({ displayName: name.value, act: 'follow' }); name.value = '' }
draw()
</script>
</body>
</html>
`
