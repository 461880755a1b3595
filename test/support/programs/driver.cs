using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Pedido;

/// <summary>
/// Makes the calls that a test writes to its input, a line of JSON each, and writes what became of them.
/// </summary>
internal static class Driver
{
    private static readonly Dictionary<string, PedidoClient> Clients = new Dictionary<string, PedidoClient>();
    private static Json last;

    private static void Main()
    {
        // Where a comma stands before the cents: nothing that is sent goes by it.
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = new CultureInfo("pt-BR");
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true };
        for (var line = input.ReadLine(); line != null; line = input.ReadLine())
        {
            output.Write(Json.From(AnswerAsync(Json.Parse(line)).GetAwaiter().GetResult()) + "\n");
        }
    }

    private static async Task<Dictionary<string, object>> AnswerAsync(Json task)
    {
        var retries = new List<object[]>();
        var answer = new Dictionary<string, object>();
        try
        {
            answer = await ResultAsync(task, retry => retries.Add(new object[] { NameOf(retry.Error), retry.Attempt }));
        }
        catch (Exception error)
        {
            answer["error"] = ErrorOf(error is TargetInvocationException ? error.InnerException : error);
        }
        answer["retries"] = retries;
        return answer;
    }

    private static async Task<Dictionary<string, object>> ResultAsync(Json task, Action<Retry> noted)
    {
        if ((string)task["call"] == "webhook")
        {
            return ValueOf(Verify(task["args"]));
        }
        var made = Call(task, noted);
        if (made is Task<byte[]> file)
        {
            return ValueOf(new Dictionary<string, object> { ["$base64"] = Convert.ToBase64String(await file) });
        }
        if (made is AsyncSequence<Json> sequence && (string)task["take"] != "page")
        {
            return ValueOf(await TakeAsync(sequence, task));
        }
        var value = await (made is RecordList list ? list.PageAsync() : (Task<Json>)made);
        last = value;
        var result = ValueOf(value);
        result["attempts"] = value.Answer.Attempts;
        result["etag"] = value.ETag;
        result["isReplayed"] = value.Answer.Headers["idempotency-replayed"] == "true";
        return result;
    }

    private static Dictionary<string, object> ValueOf(object value) =>
        new Dictionary<string, object> { ["value"] = value };

    private static Json Verify(Json args)
    {
        var secrets = args[2].ToString().StartsWith("[") ? args[2].Select(one => (string)one) : new[] { (string)args[2] };
        return Webhooks.Verify(
            Encoding.UTF8.GetBytes((string)args[0]),
            name => args[1].Has(name) ? (string)args[1][name] : null,
            secrets);
    }

    private static object Call(Json task, Action<Retry> noted)
    {
        var names = ((string)task["call"]).Split('.').Select(Capital).ToList();
        var client = ClientOf(task["settings"]);
        var resource = client.GetType().GetProperty(names[0]).GetValue(client);
        var method = resource.GetType().GetMethod(names[1]) ?? resource.GetType().GetMethod(names[1] + "Async");
        var args = new Queue<Json>(task["args"]);
        var given = method.GetParameters().Select(parameter =>
        {
            if (parameter.ParameterType == typeof(Options))
            {
                return OptionsOf(task["options"], noted);
            }
            if (parameter.ParameterType == typeof(CancellationToken))
            {
                return CancellationToken.None;
            }
            return args.Count > 0 ? Given(args.Dequeue(), parameter.ParameterType) : null;
        });
        return method.Invoke(resource, given.ToArray());
    }

    private static object Given(Json arg, Type type)
    {
        if (type == typeof(byte[]))
        {
            return Convert.FromBase64String((string)arg["$base64"]);
        }
        return type == typeof(Id) ? (object)(Id)arg : arg;
    }

    private static Options OptionsOf(Json given, Action<Retry> noted)
    {
        var options = new Options { OnRetry = noted };
        foreach (var name in given.Names)
        {
            // A compiler finds no such property either.
            var property = typeof(Options).GetProperty(Capital(name)) ?? throw new ArgumentException(name);
            property.SetValue(options, OptionOf(given[name], property.PropertyType));
        }
        return options;
    }

    private static object OptionOf(Json value, Type type)
    {
        if (type == typeof(RecordVersion))
        {
            return (string)value == "$last" ? (RecordVersion)last : (RecordVersion)(string)value;
        }
        return type == typeof(bool) ? (object)(bool)value : (string)value;
    }

    private static PedidoClient ClientOf(Json given)
    {
        var key = given.ToString();
        if (!Clients.ContainsKey(key))
        {
            var client = given.Has("client") ? given["client"] : null;
            Clients[key] = new PedidoClient(
                (string)given["url"],
                given.Has("token") ? (string)given["token"] : null,
                new Settings
                {
                    Client = client == null ? null : new ClientCredentials((long)client["id"], (string)client["secret"]),
                    AttemptTimeout = TimeOf(given, "attemptTimeout"),
                    Timeout = TimeOf(given, "timeout"),
                    FirstPause = TimeOf(given, "firstPause"),
                    MaxRetries = given.Has("maxRetries") ? (int?)given["maxRetries"] : null,
                });
        }
        return Clients[key];
    }

    private static TimeSpan? TimeOf(Json given, string name) =>
        given.Has(name) ? TimeSpan.FromSeconds((double)given[name]) : (TimeSpan?)null;

    private static async Task<object> TakeAsync(AsyncSequence<Json> sequence, Json task)
    {
        switch ((string)task["take"])
        {
            case "pages":
                var pages = await ((RecordList)sequence).Pages().ToListAsync();
                return pages.Select(page => page["data"].Count).ToList();
            case "first":
                return await FirstAsync(sequence, (int)task["count"]);
            default:
                return await sequence.ToListAsync();
        }
    }

    private static async Task<List<Json>> FirstAsync(AsyncSequence<Json> sequence, int count)
    {
        var first = new List<Json>();
        using (var values = sequence.GetAsyncEnumerator())
        {
            while (first.Count < count && await values.MoveNextAsync())
            {
                first.Add(values.Current);
            }
        }
        return first;
    }

    private static Dictionary<string, object> ErrorOf(Exception error)
    {
        var ofPedido = error as PedidoException;
        var problem = error as ProblemException;
        return new Dictionary<string, object>
        {
            ["name"] = error is ArgumentException ? "usage" : NameOf(error),
            ["message"] = error.Message,
            ["code"] = ofPedido?.Code,
            ["attempts"] = ofPedido?.Attempts,
            ["idempotencyKey"] = ofPedido?.IdempotencyKey,
            ["mayPass"] = ofPedido?.MayPass,
            ["requestId"] = ofPedido?.RequestId,
            ["status"] = problem?.Status ?? (error as UnexpectedAnswerException)?.Status,
            ["errors"] = problem?.Errors.Select(one => one.Error).ToList(),
            ["etag"] = problem?.ETag,
            ["reason"] = (error as WebhookVerificationException)?.Reason,
            ["problem"] = problem?.Problem,
        };
    }

    /// <summary>
    /// <c>DuplicateFkIdException</c> as <c>DuplicateFkIdError</c>, as it is called in the other languages; in C# the
    /// client's own have its name before them, because System has others.
    /// </summary>
    private static string NameOf(Exception error) =>
        Regex.Replace(error.GetType().Name, "^(?:Pedido)?(.+)Exception$", "$1Error");

    private static string Capital(string word) => char.ToUpperInvariant(word[0]) + word.Substring(1);
}
