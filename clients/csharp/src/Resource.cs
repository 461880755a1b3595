using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>What the generated methods are made of.</summary>
    public abstract class Resource
    {
        private const string Ndjson = "application/x-ndjson";
        private readonly Transport transport;

        internal Resource(Transport transport)
        {
            this.transport = transport;
        }

        /// <summary>Sends JSON where there is a body, and takes the record out of its envelope.</summary>
        internal Task<Json> CallAsync(
            string method,
            string path,
            Options options,
            Takes takes,
            CancellationToken cancellation,
            object query = null,
            object body = null)
        {
            var request = RequestOf(method, path, options, takes, query);
            if (body != null)
            {
                request.ContentType = "application/json";
                // An object without properties is an object, too.
                request.Body = Encoding.UTF8.GetBytes(ObjectOf(body));
            }
            return RecordAsync(request, cancellation);
        }

        /// <summary>Reads a file.</summary>
        internal async Task<byte[]> FileAsync(
            string method,
            string path,
            Options options,
            Takes takes,
            CancellationToken cancellation,
            object query = null)
        {
            var request = RequestOf(method, path, options, takes, query);
            request.Headers["Accept"] = "*/*";
            var answered = await transport
                .SendAsync(request, (exchange, token) => exchange.ReadAllAsync(token), cancellation)
                .ConfigureAwait(false);
            return answered.Content;
        }

        /// <summary>Sends a file as a form: the same bytes in each attempt.</summary>
        internal Task<Json> UploadAsync(
            string method,
            string path,
            byte[] file,
            Options options,
            Takes takes,
            CancellationToken cancellation,
            object query = null)
        {
            var request = RequestOf(method, path, options, takes, query);
            var boundary = Guid.NewGuid().ToString("N");
            var head = $"--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\n";
            request.ContentType = $"multipart/form-data; boundary={boundary}";
            request.Body = Encoding.UTF8.GetBytes(head)
                .Concat(Given(file))
                .Concat(Encoding.UTF8.GetBytes($"\r\n--{boundary}--\r\n"))
                .ToArray();
            return RecordAsync(request, cancellation);
        }

        /// <summary>A list, of which nothing is read yet.</summary>
        internal RecordList All(
            string path,
            Options options,
            Takes takes,
            CancellationToken cancellation,
            object query = null,
            bool hasPages = true)
        {
            var filters = JsonWriter.MembersOf(query).ToDictionary(one => one.Key, one => one.Value);
            return new RecordList(
                asked => AnsweredAsync(RequestOf("GET", path, options, takes, asked), cancellation),
                filters,
                hasPages);
        }

        /// <summary>Sends records by the hundreds, and gives a result for each.</summary>
        internal AsyncSequence<Json> Lines(
            string path,
            IEnumerable<object> records,
            Options options,
            Takes takes,
            CancellationToken cancellation,
            object query = null)
        {
            var request = RequestOf("POST", path, options, takes, query);
            // Sent again, these say `unchanged` of what was written: they need no key.
            request.IdempotencyKey = null;
            request.ContentType = Ndjson;
            request.Headers["Accept"] = Ndjson;
            var isWhole = JsonWriter.MembersOf(query).Any(one => one.Key == "atomic" && IsTrue(one.Value));
            var lines = Given(records).Select(ObjectOf);
            return new AsyncSequence<Json>(
                () => new BulkSource(lines.GetEnumerator(), isWhole, (body, read) =>
                    transport.SendAsync(request.With(body), read, cancellation)));
        }

        /// <summary>Events as they happen.</summary>
        internal EventStream Events(
            string path,
            Options options,
            Takes takes,
            CancellationToken cancellation,
            object query = null)
        {
            var filters = JsonWriter.MembersOf(query).ToDictionary(one => one.Key, one => one.Value);
            var start = RecordList.TakeCursor(filters);
            return new EventStream(start, cancellation, (cursor, isLasting) =>
            {
                var request = RequestOf("GET", path, options, takes, filters);
                request.Headers["Accept"] = "text/event-stream";
                request.Headers["Accept-Encoding"] = null;
                request.Headers["Last-Event-ID"] = cursor;
                if (isLasting)
                {
                    request.Limits = Lasting(options);
                }
                return transport.OpenAsync(request, cancellation);
            });
        }

        /// <summary>What has to be given.</summary>
        /// <exception cref="ArgumentNullException">It is null.</exception>
        internal static T Given<T>(T value)
            where T : class
        {
            return value ?? throw new ArgumentNullException(nameof(value));
        }

        /// <summary>A part of a path. Nothing in it can lead to another path: <c>..</c> and nothing at all would.</summary>
        internal static string Segment(Id id)
        {
            var text = id.ToString();
            if (text.Length == 0 || text == "." || text == "..")
            {
                throw new ArgumentException($"\"{text}\" can't stand in a path.");
            }
            return Uri.EscapeDataString(text);
        }

        private static string ObjectOf(object record)
        {
            // It says so itself where this is none.
            JsonWriter.MembersOf(record);
            return JsonWriter.Write(record);
        }

        private static bool IsTrue(object value) => JsonWriter.TextOf(value is Json json ? json.Value : value) == "true";

        private async Task<Json> RecordAsync(Request request, CancellationToken cancellation)
        {
            var whole = await AnsweredAsync(request, cancellation).ConfigureAwait(false);
            if (!(whole?.Value is Dictionary<string, Json>) || !whole.Has("data"))
            {
                return whole;
            }
            var data = whole["data"];
            return data == null ? null : new Json(data.Value, whole.Answer);
        }

        private async Task<Json> AnsweredAsync(Request request, CancellationToken cancellation)
        {
            var answered = await transport
                .SendAsync(request, (exchange, token) => exchange.ReadJsonAsync(token), cancellation)
                .ConfigureAwait(false);
            return answered.Content == null ? null : new Json(answered.Content.Value, answered.Answer);
        }

        private static Request RequestOf(string method, string path, Options options, Takes takes, object query)
        {
            var own = options ?? new Options();
            Check(method, path, own, takes);
            var beside = new Dictionary<string, object>
            {
                ["at"] = own.At,
                ["correction"] = own.Correction,
                ["expand"] = own.Expand,
            };
            var parameters = JsonWriter.MembersOf(query).ToList();
            var request = new Request(method, path + Search(parameters.Concat(beside)))
            {
                IdempotencyKey = method == "GET" ? null : own.IdempotencyKey ?? Guid.NewGuid().ToString("N"),
                Wait = WaitOf(parameters),
                Limits = own,
            };
            request.Headers["If-Match"] = own.IfMatch?.ETag;
            request.Headers["If-None-Match"] = own.IfNew ? "*" : null;
            request.Headers["Prefer"] = own.Consistency == null ? null : $"consistency={own.Consistency}";
            return request;
        }

        /// <exception cref="ArgumentException">There is an option that the operation does not have.</exception>
        private static void Check(string method, string path, Options options, Takes takes)
        {
            var given = new Dictionary<Takes, bool>
            {
                [Takes.IdempotencyKey] = options.IdempotencyKey != null,
                [Takes.IfMatch] = options.IfMatch != null,
                [Takes.IfNew] = options.IfNew,
                [Takes.Consistency] = options.Consistency != null,
                [Takes.At] = options.At != null,
                [Takes.Correction] = options.Correction != null,
                [Takes.Expand] = options.Expand != null,
            };
            var unknown = given.Where(one => one.Value && (takes & one.Key) == 0).Select(one => one.Key).ToList();
            if (unknown.Count > 0)
            {
                throw new ArgumentException($"{method} {path} has no option {string.Join(", ", unknown)}.");
            }
        }

        /// <summary>Those of a stream that was open already: nothing ends it but a problem that will not pass.</summary>
        private static Options Lasting(Options options) => new Options
        {
            AttemptTimeout = options?.AttemptTimeout,
            Timeout = TimeSpan.MaxValue,
            MaxRetries = int.MaxValue,
            FirstPause = options?.FirstPause,
            OnRetry = options?.OnRetry,
            Headers = options?.Headers,
        };

        private static TimeSpan WaitOf(IEnumerable<KeyValuePair<string, object>> parameters)
        {
            var wait = parameters.FirstOrDefault(one => one.Key == "wait").Value;
            var isNumber = double.TryParse(
                ParameterOf(wait),
                NumberStyles.Float,
                CultureInfo.InvariantCulture,
                out var seconds);
            return TimeSpan.FromSeconds(isNumber ? seconds : 0);
        }

        /// <summary>The query of an address; what is null is left out.</summary>
        private static string Search(IEnumerable<KeyValuePair<string, object>> parameters)
        {
            var given = parameters
                .Where(one => one.Value != null)
                .Select(one => $"{Uri.EscapeDataString(one.Key)}={Uri.EscapeDataString(ParameterOf(one.Value))}")
                .ToList();
            return given.Count == 0 ? "" : "?" + string.Join("&", given);
        }

        /// <summary>A list has commas between its values; one in a value stands behind a backslash.</summary>
        private static string ParameterOf(object value)
        {
            var plain = value is Json json ? json.Value : value;
            var text = plain == null ? "" : JsonWriter.TextOf(plain);
            if (text != null)
            {
                return text;
            }
            if (plain is IEnumerable list && !(plain is IDictionary))
            {
                var values = list.Cast<object>().Select(one => ParameterOf(one).Replace("\\", "\\\\").Replace(",", "\\,"));
                return string.Join(",", values);
            }
            throw new ArgumentException($"{plain.GetType()} can't stand in a query.");
        }
    }
}
