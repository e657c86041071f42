/** What cells find as `ENGINE_SOURCE`: the rules that hold for them, as the engine itself is no Python file here. */
export const ENGINE_SOURCE = `code = "const response = await call_me({ input: task }); console.log(response.output_text)"
for n = 0, 1, 2, …:
  run code as cell n                      # call_me, quit, input belong to cell n
  if cell n called quit(): stop
  if cell n threw, or registered no successor, or registered two: status = error
  if status is ok: failures = 0; code = the registered successor
  else: failures += 1; stop when there are three; code = a cell that asks call_me for a repair`
