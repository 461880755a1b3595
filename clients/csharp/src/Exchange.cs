using System;
using System.IO;
using System.IO.Compression;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>A success that has something else in it than it should.</summary>
    internal sealed class BadContentException : Exception
    {
        public BadContentException(byte[] content, bool isBroken, Exception cause = null)
            : base("the content of a success is another", cause)
        {
            Content = content;
            IsBroken = isBroken;
        }

        public byte[] Content { get; }

        /// <summary>Whether it may be whole the next time.</summary>
        public bool IsBroken { get; }
    }

    /// <summary>An answer whose content is still to be read.</summary>
    internal sealed class Exchange : IDisposable
    {
        private readonly HttpResponseMessage response;
        private Stream stream;

        public Exchange(HttpResponseMessage response)
        {
            this.response = response;
            Status = (int)response.StatusCode;
            Headers = new Headers(response);
        }

        public int Status { get; }

        public Headers Headers { get; }

        public bool IsSuccess => Status >= 200 && Status < 300;

        /// <summary>
        /// Waits for something for as long as the token allows, whatever the task makes of the token: streams of
        /// .NET Framework and Mono look at it only before they wait.
        /// </summary>
        public static async Task<T> Within<T>(Task<T> task, CancellationToken cancellation)
        {
            var isOver = new TaskCompletionSource<bool>();
            using (cancellation.Register(() => isOver.TrySetResult(true)))
            {
                if (await Task.WhenAny(task, isOver.Task).ConfigureAwait(false) == task)
                {
                    return await task.ConfigureAwait(false);
                }
            }
            Abandon(task);
            throw new OperationCanceledException(cancellation);
        }

        /// <summary>The next bytes as they come; 0 at the end.</summary>
        public async Task<int> ReadAsync(byte[] buffer, CancellationToken cancellation)
        {
            if (response.Content == null)
            {
                return 0;
            }
            if (stream == null)
            {
                stream = await Within(response.Content.ReadAsStreamAsync(), cancellation).ConfigureAwait(false);
            }
            var reading = stream.ReadAsync(buffer, 0, buffer.Length, cancellation);
            return await Within(reading, cancellation).ConfigureAwait(false);
        }

        /// <summary>All that the answer holds.</summary>
        /// <exception cref="IOException">It ended before it was whole.</exception>
        public async Task<byte[]> ReadAllAsync(CancellationToken cancellation)
        {
            var all = new MemoryStream();
            var buffer = new byte[16384];
            for (;;)
            {
                var count = await ReadAsync(buffer, cancellation).ConfigureAwait(false);
                if (count == 0)
                {
                    break;
                }
                all.Write(buffer, 0, count);
            }
            if (response.Content?.Headers.ContentLength > all.Length)
            {
                throw new EndOfStreamException("the answer ended early");
            }
            all.Position = 0;
            return Headers["Content-Encoding"] == "gzip" ? Unpack(all) : all.ToArray();
        }

        /// <exception cref="BadContentException">It is no JSON.</exception>
        public async Task<Json> ReadJsonAsync(CancellationToken cancellation)
        {
            var content = await ReadAllAsync(cancellation).ConfigureAwait(false);
            if (Headers["Content-Type"]?.StartsWith("application/json", StringComparison.Ordinal) != true)
            {
                throw new BadContentException(content, false);
            }
            try
            {
                return Json.Parse(Encoding.UTF8.GetString(content));
            }
            catch (FormatException error)
            {
                throw new BadContentException(content, true, error);
            }
        }

        public void Dispose() => response.Dispose();

        /// <summary>Where a handler does it, an answer that broke off looks as if it were whole.</summary>
        private static byte[] Unpack(Stream packed)
        {
            using (var gzip = new GZipStream(packed, CompressionMode.Decompress))
            {
                var all = new MemoryStream();
                gzip.CopyTo(all);
                return all.ToArray();
            }
        }

        /// <summary>Nobody waits for it any more: what still comes is put away, and what fails is known.</summary>
        private static void Abandon<T>(Task<T> task)
        {
            task.ContinueWith(
                done =>
                {
                    if (done.Exception == null && !done.IsCanceled)
                    {
                        (done.Result as IDisposable)?.Dispose();
                    }
                },
                TaskScheduler.Default);
        }
    }
}
