"""Makes the calls that a test writes to its input, a line of JSON each, and writes what became of them."""

import base64
import itertools
import json
import re
import sys

import pedido
from pedido.values import json_of

clients = {}
last = None


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def snakes(options):
    return {snake(name): value for name, value in options.items()}


def given(value):
    if value == "$last":
        return last
    if isinstance(value, dict) and "$base64" in value:
        return base64.b64decode(value["$base64"])
    return value


def client_of(settings):
    key = json.dumps(settings)
    if key not in clients:
        own = snakes(settings)
        if "client" in own:
            own["client"] = pedido.ClientCredentials(**own["client"])
        clients[key] = pedido.Pedido(**own)
    return clients[key]


def result_of(task, retries):
    global last
    if task["call"] == "webhook":
        return {"value": pedido.verify_webhook(*task["args"])}
    resource, method = task["call"].split(".")
    noted = lambda retry: retries.append([type(retry.error).__name__, retry.attempt])
    options = {name: given(value) for name, value in snakes(task["options"]).items()}
    call = getattr(getattr(client_of(task["settings"]), snake(resource)), snake(method))
    made = call(*map(given, task["args"]), on_retry=noted, **options)
    take = task["take"]
    if take == "all":
        return {"value": list(made)}
    if take == "first":
        return {"value": list(itertools.islice(iter(made), task["count"]))}
    if take == "pages":
        return {"value": [len(page["data"]) for page in made.pages()]}
    value = made.page() if take == "page" else made
    if isinstance(value, bytes):
        return {"value": {"$base64": base64.b64encode(value).decode()}}
    last = value
    answer = value.answer
    return {
        "value": value,
        "attempts": answer.attempts,
        "etag": value.etag if isinstance(value, dict) else None,
        "isReplayed": answer.headers.get("Idempotency-Replayed") == "true",
    }


def error_of(error):
    of_pedido = ("code", "attempts", "idempotency_key", "may_pass", "request_id", "status", "errors", "etag")
    found = {name: getattr(error, name, None) for name in of_pedido}
    camel = {re.sub("_(.)", lambda part: part[1].upper(), name): value for name, value in found.items()}
    reason = getattr(error, "reason", None)
    problem = getattr(error, "problem", None)
    kind = "usage" if isinstance(error, (TypeError, ValueError)) else type(error).__name__
    return {"name": kind, "message": str(error), **camel, "reason": reason, "problem": problem}


for line in sys.stdin:
    retries = []
    try:
        answer = result_of(json.loads(line), retries)
    except Exception as error:
        answer = {"error": error_of(error)}
    sys.stdout.buffer.write(json_of({**answer, "retries": retries}) + b"\n")
    sys.stdout.buffer.flush()
